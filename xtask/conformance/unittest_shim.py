# What the tests of CPython import, as small as they need it. A module that players do not have
# answers every name with something that cannot be used: tests that need it fail.
import sys


class _Missing:
    def __init__(self, name, *args):
        self._name = name

    def __getattr__(self, name):
        return _Missing(self._name + "." + name)

    def __call__(self, *args, **named):
        raise ImportError(self._name + " is missing")


class _Module:
    def __init__(self, **names):
        for name in names:
            setattr(self, name, names[name])


class SkipTest(Exception):
    pass


class _Raises:
    def __init__(self, wanted, text=None):
        self.wanted, self.text, self.exception = wanted, text, None

    def __enter__(self):
        return self

    def __exit__(self, kind, value, trace):
        if kind is None:
            raise AssertionError("nothing was raised")
        if not issubclass(kind, self.wanted):
            return False
        self.exception = value
        if self.text is not None:
            import re
            pattern = self.text if isinstance(self.text, str) else self.text.pattern
            if re.search(pattern, str(value)) is None:
                raise AssertionError("another text: " + str(value))
        return True


class _Nothing:
    def __init__(self, *args, **named):
        pass

    def __enter__(self):
        return self

    def __exit__(self, *args):
        return False


class TestCase:
    maxDiff = None
    longMessage = True

    def __init__(self, *args):
        self._cleanups = []

    def setUp(self):
        pass

    def tearDown(self):
        pass

    @classmethod
    def setUpClass(cls):
        pass

    def addCleanup(self, call, *args):
        self._cleanups.append((call, args))

    def fail(self, text=None):
        raise AssertionError(text)

    def skipTest(self, text):
        raise SkipTest(text)

    def subTest(self, *args, **named):
        return _Nothing()

    def _sure(self, holds, *values):
        if not holds:
            raise AssertionError(" ".join([repr(value)[:80] for value in values]))

    def assertEqual(self, a, b, msg=None):
        self._sure(a == b, a, b)

    assertListEqual = assertTupleEqual = assertDictEqual = assertSetEqual = assertEqual
    assertMultiLineEqual = assertEqual

    def assertSequenceEqual(self, a, b, msg=None, seq_type=None):
        self._sure(list(a) == list(b), a, b)

    def assertCountEqual(self, a, b, msg=None):
        a, b = list(a), list(b)
        for one in a:
            self._sure(one in b, one, b)
            b.remove(one)
        self._sure(not b, b)

    def assertNotEqual(self, a, b, msg=None):
        self._sure(a != b, a, b)

    def assertTrue(self, a, msg=None):
        self._sure(a, a)

    def assertFalse(self, a, msg=None):
        self._sure(not a, a)

    def assertIs(self, a, b, msg=None):
        self._sure(a is b, a, b)

    def assertIsNot(self, a, b, msg=None):
        self._sure(a is not b, a, b)

    def assertIsNone(self, a, msg=None):
        self._sure(a is None, a)

    def assertIsNotNone(self, a, msg=None):
        self._sure(a is not None, a)

    def assertIn(self, a, b, msg=None):
        self._sure(a in b, a, b)

    def assertNotIn(self, a, b, msg=None):
        self._sure(a not in b, a, b)

    def assertIsInstance(self, a, kind, msg=None):
        self._sure(isinstance(a, kind), a, kind)

    def assertNotIsInstance(self, a, kind, msg=None):
        self._sure(not isinstance(a, kind), a, kind)

    def assertGreater(self, a, b, msg=None):
        self._sure(a > b, a, b)

    def assertGreaterEqual(self, a, b, msg=None):
        self._sure(a >= b, a, b)

    def assertLess(self, a, b, msg=None):
        self._sure(a < b, a, b)

    def assertLessEqual(self, a, b, msg=None):
        self._sure(a <= b, a, b)

    def assertAlmostEqual(self, a, b, places=7, msg=None, delta=None):
        if a != b:
            near = abs(a - b) <= delta if delta is not None else round(abs(a - b), places) == 0
            self._sure(near, a, b)

    def assertRegex(self, text, pattern, msg=None):
        import re
        self._sure(re.search(pattern, text) is not None, text, pattern)

    def assertRaises(self, wanted, call=None, *args, **named):
        if call is None:
            return _Raises(wanted)
        with _Raises(wanted):
            call(*args, **named)

    def assertRaisesRegex(self, wanted, text, call=None, *args, **named):
        if call is None:
            return _Raises(wanted, text)
        with _Raises(wanted, text):
            call(*args, **named)

    def assertWarns(self, wanted, call=None, *args, **named):
        raise ImportError("warnings is missing")

    assertWarnsRegex = assertWarns


def _same(thing):
    return thing


def _decorator(*args, **named):
    return _same


class _Always:
    def __eq__(self, other):
        return True


class _Never:
    def __eq__(self, other):
        return False

    def __hash__(self):
        return 1


def _skipped(reason=None):
    return _same


def _if(condition, reason=None):
    return _same


_support = _Module(
    cpython_only=_same, requires_IEEE_754=_same, bigmemtest=_decorator, verbose=False,
    impl_detail=_decorator, refcount_test=_same, no_tracing=_same, run_with_locale=_decorator,
    requires_resource=_decorator, bigaddrspacetest=_same, check_syntax_error=_Missing("compile"),
    gc_collect=lambda: None, ALWAYS_EQ=_Always(), NEVER_EQ=_Never(), swap_attr=_Missing("swap_attr"),
    check_impl_detail=lambda **named: False, captured_stdout=_Missing("captured_stdout"),
    MAX_Py_ssize_t=sys.maxsize, is_emscripten=False, is_wasi=True, adjust_int_max_str_digits=_Nothing,
    skip_if_pgo_task=_same, _2G=2 << 30, _1G=1 << 30, _4G=4 << 30, infinite_recursion=_Nothing, set_recursion_limit=_Nothing)
for _name in "import_helper os_helper warnings_helper script_helper threading_helper".split():
    setattr(_support, _name, _Missing(_name))
_test = _Module(support=_support)
_known = {
    "unittest": _Module(
        TestCase=TestCase, SkipTest=SkipTest, skip=_skipped, skipIf=_if, skipUnless=_if,
        expectedFailure=_same, main=lambda *args: None, mock=_Missing("mock")),
    "test": _test, "test.support": _support}


def _module(name):
    if name not in _known:
        try:
            _known[name] = __import__(name)
        except ImportError:
            _known[name] = _Missing(name)
            if name == "codecs":
                # Tests of texts call these before and after, and most need nothing else of it.
                _known[name].register = _known[name].unregister = _same
    return _known[name]


def _parts(texts):
    for name in texts:
        names = {"__name__": "test." + name, "_module": _module}
        exec(texts[name], names)
        module = _Module()
        for key in names:
            setattr(module, key, names[key])
        setattr(_test, name, module)
        _known["test." + name] = module


def _run(kind, name):
    kind.setUpClass()
    test = kind(name)
    test.setUp()
    getattr(test, name)()
    test.tearDown()
    for call, args in reversed(test._cleanups):
        call(*args)
