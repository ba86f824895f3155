class Left[T]:
    def both(self, text):
        exec(text)

    def left(self, text):
        exec(text)


class Right:
    def both(self, text):
        exec(text)

    def right(self, text):
        exec(text)


class Loop(Loop):
    def go(self, state):
        self.missing(state.output)


class Round(Trip):
    pass


class Trip(Round):
    def go(self, state):
        self.missing(state.output)

    def trip(self, text):
        exec(text)


class Leaf(other.Base, Left[int], Right, Round):
    def go(self, state):
        self.both(state.output)
        self.left(state.output)
        self.right(state.output)
        self.trip(state.output)
        self.base(state.output)

    class Inner:
        def go(self, state):
            self.right(state.output)


class Base:
    def base(self, text):
        exec(text)
