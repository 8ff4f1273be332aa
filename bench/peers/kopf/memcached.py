"""The work of the benchmark, done with kopf as its documentation recommends: asynchronous handlers, children by
server-side apply, the status by kopf's own patch, drift by the events of the children."""

import json
import os
import ssl
from base64 import b64decode
from datetime import datetime, timezone

import aiohttp
import kopf

LABELS = {"app": "memcached"}
session: aiohttp.ClientSession


def kubeconfig():
    with open(os.environ["KUBECONFIG"], encoding="utf-8") as file:
        config = json.load(file)
    return config["clusters"][0]["cluster"], config["users"][0]["user"]


@kopf.on.login()
def login(**_):
    cluster, user = kubeconfig()
    return kopf.ConnectionInfo(
        server=cluster["server"],
        ca_data=cluster["certificate-authority-data"],
        scheme="Bearer",
        token=user["token"],
    )


@kopf.on.startup()
async def start(settings: kopf.OperatorSettings, **_):
    global session
    settings.posting.enabled = False
    cluster, user = kubeconfig()
    context = ssl.create_default_context(cadata=b64decode(cluster["certificate-authority-data"]).decode())
    session = aiohttp.ClientSession(
        cluster["server"],
        headers={"authorization": f"Bearer {user['token']}", "content-type": "application/apply-patch+yaml"},
        connector=aiohttp.TCPConnector(ssl=context, limit=16),
    )


@kopf.on.cleanup()
async def stop(**_):
    await session.close()


@kopf.on.create("cache.example.com", "memcacheds")
@kopf.on.update("cache.example.com", "memcacheds", field="spec")
@kopf.on.resume("cache.example.com", "memcacheds")
async def reconcile(name, namespace, spec, body, status, patch, **_):
    size = spec["size"]
    deployment = await apply(body, f"/apis/apps/v1/namespaces/{namespace}/deployments/{name}", deployment_of(name, size))
    await apply(body, f"/api/v1/namespaces/{namespace}/services/{name}", service_of(name))
    count = deployment.get("status", {}).get("availableReplicas", 0)
    patch.status["observedGeneration"] = body["metadata"]["generation"]
    patch.status["conditions"] = [available(count, size, status.get("conditions", []))]


@kopf.on.event("services", labels=LABELS)
@kopf.on.event("deployments", labels=LABELS)
async def repair(type, body, namespace, **_):
    if type != "DELETED":
        return
    owner = next((each["name"] for each in body["metadata"].get("ownerReferences", []) if each["kind"] == "Memcached"), None)
    async with session.get(f"/apis/cache.example.com/v1alpha1/namespaces/{namespace}/memcacheds/{owner}") as answer:
        if answer.status == 404:
            return
        answer.raise_for_status()
        resource = await answer.json()
    if body["kind"] == "Service":
        await apply(resource, f"/api/v1/namespaces/{namespace}/services/{owner}", service_of(owner))
    else:
        path = f"/apis/apps/v1/namespaces/{namespace}/deployments/{owner}"
        await apply(resource, path, deployment_of(owner, resource["spec"]["size"]))


async def apply(owner, path, child):
    kopf.append_owner_reference(child, owner=dict(owner))
    query = {"fieldManager": "bench-operator", "force": "true"}
    async with session.patch(path, params=query, data=json.dumps(child)) as answer:
        answer.raise_for_status()
        return await answer.json()


def deployment_of(name, size):
    labels = {**LABELS, "memcached": name}
    return {
        "apiVersion": "apps/v1",
        "kind": "Deployment",
        "metadata": {"name": name, "labels": labels},
        "spec": {
            "replicas": size,
            "selector": {"matchLabels": labels},
            "template": {
                "metadata": {"labels": labels},
                "spec": {
                    "securityContext": {
                        "runAsNonRoot": True,
                        "runAsUser": 11211,
                        "seccompProfile": {"type": "RuntimeDefault"},
                    },
                    "containers": [
                        {
                            "name": "memcached",
                            "image": "memcached:1.6.39-alpine",
                            "command": ["memcached", "-m=64", "-o", "modern", "-v"],
                            "ports": [{"name": "memcached", "containerPort": 11211}],
                            "securityContext": {
                                "allowPrivilegeEscalation": False,
                                "capabilities": {"drop": ["ALL"]},
                            },
                        }
                    ],
                },
            },
        },
    }


def service_of(name):
    labels = {**LABELS, "memcached": name}
    return {
        "apiVersion": "v1",
        "kind": "Service",
        "metadata": {"name": name, "labels": labels},
        "spec": {
            "clusterIP": "None",
            "selector": labels,
            "ports": [{"name": "memcached", "port": 11211, "targetPort": "memcached"}],
        },
    }


def available(count, size, conditions):
    status = "True" if count >= size else "False"
    same = [each for each in conditions if each["type"] == "Available" and each["status"] == status]
    now = datetime.now(timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
    return {
        "type": "Available",
        "status": status,
        "reason": "AllAvailable" if count >= size else "PodsMissing",
        "message": f"{count} of {size} pods are available",
        "lastTransitionTime": same[0]["lastTransitionTime"] if same else now,
    }
