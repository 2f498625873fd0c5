"""What files people take are, as HTTP names it."""

CSV = "text/csv; charset=utf-8"
JSON = "application/json"
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
