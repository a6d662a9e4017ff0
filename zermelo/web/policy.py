"""What the page may load: its own files, and no script that stands in the page or is made from a text."""

from __future__ import annotations

PAGE_POLICY = (
    "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'"
)
