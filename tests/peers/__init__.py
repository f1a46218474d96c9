"""Small programs that run beside the tests, in environments of their own. None knows the tests."""
