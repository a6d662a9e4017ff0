"""Advice to Monte Carlo searches about Go, and who lives and owns what at the end."""

from zermelo.evaluate.go.guide import guide as guide
