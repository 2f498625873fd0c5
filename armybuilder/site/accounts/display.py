"""Light, dark or as the device: kept with the member, or in a visitor's cookie."""

from django.http import HttpRequest

from armybuilder.site.models import Theme

THEME_COOKIE = "theme"


def chosen_theme(request: HttpRequest) -> str:
    """The theme for this request: one of Theme's values."""
    user = getattr(request, "user", None)
    if user is not None and user.is_authenticated:
        return user.theme
    cookie = request.COOKIES.get(THEME_COOKIE, "")
    return cookie if cookie in Theme.values else Theme.SYSTEM.value


def theme(request: HttpRequest) -> dict[str, object]:
    """Context for every page: `theme` and the `themes` to choose from."""
    return {"theme": chosen_theme(request), "themes": Theme.choices}
