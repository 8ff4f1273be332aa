import { anyForm, type Form, fieldsForm, flag, list, mapForm, number, text } from './form.ts';

const descriptors = list(
  fieldsForm({ path: text, displayName: text, description: text, 'x-descriptors': list(text), value: anyForm }),
);

const api = {
  name: text,
  group: text,
  version: text,
  kind: text,
  displayName: text,
  description: text,
  resources: list(fieldsForm({ name: text, kind: text, version: text })),
  specDescriptors: descriptors,
  statusDescriptors: descriptors,
  actionDescriptors: descriptors,
};

function ownedAndRequired(each: Form): Form {
  return fieldsForm({ owned: list(each), required: list(each) });
}

/** The value of `olm.csv.metadata`, which consoles show of a bundle. */
export const metadataForm: Form = fieldsForm({
  annotations: mapForm(text),
  apiServiceDefinitions: ownedAndRequired(fieldsForm({ ...api, deploymentName: text, containerPort: number })),
  crdDescriptions: ownedAndRequired(fieldsForm(api)),
  description: text,
  displayName: text,
  installModes: list(fieldsForm({ type: text, supported: flag })),
  keywords: list(text),
  labels: mapForm(text),
  links: list(fieldsForm({ name: text, url: text })),
  maintainers: list(fieldsForm({ name: text, email: text })),
  maturity: text,
  minKubeVersion: text,
  nativeAPIs: list(fieldsForm({ group: text, version: text, kind: text })),
  provider: fieldsForm({ name: text, url: text }),
});
