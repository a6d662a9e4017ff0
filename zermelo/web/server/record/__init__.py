"""What a visitor does with the record of a game.

turning     showing another position of it, with its variations; comments
papers      records that are pasted, dropped and downloaded
"""
