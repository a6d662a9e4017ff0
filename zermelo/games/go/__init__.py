"""Go: boards, rules, notation."""

from zermelo.games.go.rules import go as go
