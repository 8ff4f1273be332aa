import { billionths, isJsonObject } from '../../../schema/index.ts';

/**
 * Normalizes a StatefulSet's claim templates for comparison, as the API server does: adds defaults, parses quantities,
 * and removes empty values.
 */
export function meantClaimTemplates(templates: unknown): unknown {
  return Array.isArray(templates) ? templates.map(meantTemplate) : [];
}

function meantTemplate(template: unknown): unknown {
  if (!isJsonObject(template)) return template;
  // The API server sets apiVersion and kind of a template itself, and ignores its status.
  const { apiVersion: _version, kind: _kind, status: _status, spec, ...rest } = template;
  const { resources, ...wanted } = isJsonObject(spec) ? spec : {};
  return filled({ ...rest, spec: { volumeMode: 'Filesystem', ...wanted, resources: meantResources(resources) } });
}

function meantResources(resources: unknown): unknown {
  if (!isJsonObject(resources)) return undefined;
  return Object.fromEntries(Object.entries(resources).map(([name, amounts]) => [name, meantAmounts(amounts)]));
}

function meantAmounts(amounts: unknown): unknown {
  if (!isJsonObject(amounts)) return amounts;
  const meant = (amount: unknown) => billionths(String(amount)) ?? amount;
  return Object.fromEntries(Object.entries(amounts).map(([name, amount]) => [name, meant(amount)]));
}

/** Removes empty values; undefined if nothing is left. */
function filled(value: unknown): unknown {
  if (Array.isArray(value)) return value.length === 0 ? undefined : value.map(filled);
  if (!isJsonObject(value)) return value ?? undefined;
  const fields = Object.entries(value).flatMap(([name, each]) => {
    const kept = filled(each);
    return kept === undefined ? [] : [[name, kept] as const];
  });
  return fields.length === 0 ? undefined : Object.fromEntries(fields);
}
