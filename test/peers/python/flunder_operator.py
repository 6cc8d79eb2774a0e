"""An operator of kopf, which reports an event about each new flunder in the default namespace.

Usage: flunder_operator.py, with the variable KUBECONFIG. It runs until it is stopped.
"""

import kopf


@kopf.on.create("wardle.example.com", "v1alpha1", "flunders")
def grow(body, **_):
    kopf.event(body, type="Normal", reason="Grown", message="the flunder has a flower")


kopf.configure()
kopf.run(namespaces=["default"], standalone=True)
