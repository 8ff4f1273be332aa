from cdk8s import ApiObjectMetadata, App, Chart
from imports.com.example import Database, DatabaseSpec, DatabaseSpecEngine
from imports.com.example.cache import Memcached, MemcachedSpec

app = App()
chart = Chart(app, "shop", namespace="production")

Database(
    chart,
    "Orders",
    metadata=ApiObjectMetadata(name="orders"),
    spec=DatabaseSpec(
        engine=DatabaseSpecEngine.MYSQL,
        version="8.4",
        storage="50Gi",
        config={"max_connections": "200"},
    ),
)
Memcached(chart, "Sessions", metadata=ApiObjectMetadata(name="sessions"), spec=MemcachedSpec(size=2))

app.synth()
