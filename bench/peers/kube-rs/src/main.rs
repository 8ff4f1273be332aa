//! The work of the benchmark, done with kube-rs as its guides recommend: a Controller that owns the children,
//! server-side apply for all writes, streaming lists.

use std::{sync::Arc, time::Duration};

use futures::StreamExt;
use k8s_openapi::{
    api::{apps::v1::Deployment, core::v1::Service},
    apimachinery::pkg::apis::meta::v1::Condition,
    jiff::Timestamp,
};
use kube::{
    Api, Client, CustomResource, Resource, ResourceExt,
    api::{Patch, PatchParams},
    runtime::{
        Controller,
        controller::{Action, Config},
        watcher,
    },
};
use serde::{Deserialize, Serialize};
use serde_json::json;

#[derive(CustomResource, Deserialize, Serialize, Clone, Debug)]
#[kube(group = "cache.example.com", version = "v1alpha1", kind = "Memcached", namespaced)]
#[kube(status = "MemcachedStatus", schema = "disabled")]
pub struct MemcachedSpec {
    size: i32,
}

#[derive(Deserialize, Serialize, Clone, Debug, Default)]
#[serde(rename_all = "camelCase")]
pub struct MemcachedStatus {
    observed_generation: Option<i64>,
    #[serde(default)]
    conditions: Vec<Condition>,
}

#[derive(thiserror::Error, Debug)]
enum Error {
    #[error("the API server: {0}")]
    Kube(#[from] kube::Error),
    #[error("the object has no {0}")]
    Missing(&'static str),
    #[error("JSON: {0}")]
    Json(#[from] serde_json::Error),
}

const MANAGER: &str = "bench-operator";

async fn reconcile(memcached: Arc<Memcached>, client: Arc<Client>) -> Result<Action, Error> {
    let namespace = memcached.namespace().ok_or(Error::Missing("namespace"))?;
    let name = memcached.name_any();
    let client = client.as_ref().clone();
    let apply = PatchParams::apply(MANAGER).force();
    let owner = memcached.controller_owner_ref(&()).ok_or(Error::Missing("uid"))?;
    let labels = json!({ "app": "memcached", "memcached": name });

    let deployment: Deployment = serde_json::from_value(json!({
        "metadata": { "name": name, "labels": labels, "ownerReferences": [owner] },
        "spec": {
            "replicas": memcached.spec.size,
            "selector": { "matchLabels": labels },
            "template": {
                "metadata": { "labels": labels },
                "spec": {
                    "securityContext": {
                        "runAsNonRoot": true,
                        "runAsUser": 11211,
                        "seccompProfile": { "type": "RuntimeDefault" },
                    },
                    "containers": [{
                        "name": "memcached",
                        "image": "memcached:1.6.39-alpine",
                        "command": ["memcached", "-m=64", "-o", "modern", "-v"],
                        "ports": [{ "name": "memcached", "containerPort": 11211 }],
                        "securityContext": {
                            "allowPrivilegeEscalation": false,
                            "capabilities": { "drop": ["ALL"] },
                        },
                    }],
                },
            },
        },
    }))?;
    let deployment = Api::<Deployment>::namespaced(client.clone(), &namespace)
        .patch(&name, &apply, &Patch::Apply(&deployment))
        .await?;

    let service: Service = serde_json::from_value(json!({
        "metadata": { "name": name, "labels": labels, "ownerReferences": [owner] },
        "spec": {
            "clusterIP": "None",
            "selector": labels,
            "ports": [{ "name": "memcached", "port": 11211, "targetPort": "memcached" }],
        },
    }))?;
    Api::<Service>::namespaced(client.clone(), &namespace)
        .patch(&name, &apply, &Patch::Apply(&service))
        .await?;

    let status = json!({
        "apiVersion": "cache.example.com/v1alpha1",
        "kind": "Memcached",
        "status": {
            "observedGeneration": memcached.meta().generation,
            "conditions": [available(&memcached, &deployment)],
        },
    });
    Api::<Memcached>::namespaced(client, &namespace)
        .patch_status(&name, &apply, &Patch::Apply(&status))
        .await?;
    Ok(Action::await_change())
}

/// Keeps the time of the last transition, so that a status that says the same is the same.
fn available(memcached: &Memcached, deployment: &Deployment) -> serde_json::Value {
    let count = deployment.status.as_ref().and_then(|status| status.available_replicas).unwrap_or(0);
    let is_available = count >= memcached.spec.size;
    let status = if is_available { "True" } else { "False" };
    let since = memcached
        .status
        .iter()
        .flat_map(|status| &status.conditions)
        .find(|condition| condition.type_ == "Available" && condition.status == status)
        .map_or_else(|| json!(Timestamp::from_second(Timestamp::now().as_second()).unwrap_or_default()), |condition| json!(condition.last_transition_time));
    json!({
        "type": "Available",
        "status": status,
        "reason": if is_available { "AllAvailable" } else { "PodsMissing" },
        "message": format!("{count} of {} pods are available", memcached.spec.size),
        "lastTransitionTime": since,
    })
}

fn on_error(_: Arc<Memcached>, error: &Error, _: Arc<Client>) -> Action {
    eprintln!("a pass failed: {error}");
    Action::requeue(Duration::from_secs(1))
}

#[tokio::main]
async fn main() -> Result<(), Error> {
    let client = Client::try_default().await?;
    let config = watcher::Config::default().streaming_lists();
    Controller::new(Api::<Memcached>::all(client.clone()), config.clone())
        .owns(Api::<Deployment>::all(client.clone()), config.clone())
        .owns(Api::<Service>::all(client.clone()), config)
        .with_config(Config::default().concurrency(10))
        .shutdown_on_signal()
        .run(reconcile, on_error, Arc::new(client))
        .for_each(|_| std::future::ready(()))
        .await;
    Ok(())
}
