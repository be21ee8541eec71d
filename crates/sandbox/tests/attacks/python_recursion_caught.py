# harmless: calls itself without end in several ways, and catches the error
class Deep:
    def __str__(self):
        return str([self])

    def __getattr__(self, name):
        return getattr(Deep(), name)

    def __eq__(self, other):
        return [self] == [other]


def down(n):
    return sorted([1, 2], key=lambda x: down(x))


def play(game):
    if game.round > 0:
        return
    deep, loop = Deep(), []
    loop.append(loop)
    for way in (
        lambda: down(0), lambda: str(deep), lambda: deep.x, lambda: deep == Deep(),
        lambda: str(loop), lambda: loop == [loop],
    ):
        try:
            way()
        except RuntimeError:
            pass
