"""Who a request's token stands for."""

from typing import Any

from django.utils.translation import gettext as _
from knox.auth import TokenAuthentication as KnoxTokenAuthentication
from rest_framework.exceptions import AuthenticationFailed


class TokenAuthentication(KnoxTokenAuthentication):
    """Personal tokens: `Authorization: Bearer …`."""

    def authenticate_credentials(self, token: bytes) -> tuple[Any, Any]:
        """The member and the token; what cannot be a token is never looked up."""
        if not token.isalnum() or not token.isascii():
            raise AuthenticationFailed(_("This is no token."))
        member, found = super().authenticate_credentials(token)
        return member, found
