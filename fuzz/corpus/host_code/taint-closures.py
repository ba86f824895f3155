def outer(state):
    code = state.output
    self = Holder()
    self.code = code

    def reads():
        eval(code)
        eval(late)
        eval(self.code)

    def hides(code, self):
        eval(code)
        eval(self.code)

    async def deep():
        def deeper():
            def deepest():
                eval(code)
        own = "x"
        own = code
        eval(own)

    f = lambda: eval(code)

    class C:
        eval(code)

        def method(self):
            eval(code)
            eval(self.code)
            eval(own)

    eval(own)
    late = code
