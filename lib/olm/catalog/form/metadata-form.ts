import { anything, type Form, fields, flag, list, map, number, text } from './form.ts';

const descriptors = list(
  fields({ path: text, displayName: text, description: text, 'x-descriptors': list(text), value: anything }),
);

const api = {
  name: text,
  group: text,
  version: text,
  kind: text,
  displayName: text,
  description: text,
  resources: list(fields({ name: text, kind: text, version: text })),
  specDescriptors: descriptors,
  statusDescriptors: descriptors,
  actionDescriptors: descriptors,
};

function ownedAndRequired(each: Form): Form {
  return fields({ owned: list(each), required: list(each) });
}

/** The value of `olm.csv.metadata`, which consoles show of a bundle. */
export const metadataForm: Form = fields({
  annotations: map(text),
  apiServiceDefinitions: ownedAndRequired(fields({ ...api, deploymentName: text, containerPort: number })),
  crdDescriptions: ownedAndRequired(fields(api)),
  description: text,
  displayName: text,
  installModes: list(fields({ type: text, supported: flag })),
  keywords: list(text),
  labels: map(text),
  links: list(fields({ name: text, url: text })),
  maintainers: list(fields({ name: text, email: text })),
  maturity: text,
  minKubeVersion: text,
  nativeAPIs: list(fields({ group: text, version: text, kind: text })),
  provider: fields({ name: text, url: text }),
});
