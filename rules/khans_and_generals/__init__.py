"""Khans & Generals: armies and battles of any period, in centimetres."""
