import { isJsonObject, isSameJson } from '../../api/index.ts';
import type { Defect, Fields } from './defect.ts';
import { objectsIn } from './selection-defect.ts';
import { clientDefects, type ExpectedCalls } from './webhook-defect.ts';

/**
 * The defects of a CRD.
 *
 * Only the conversion is repaired. All else of a CRD decides on stored objects (a schema prunes their fields, its deletion
 * deletes them), so the manager reports it and leaves the decision to a cluster admin.
 */
export function definitionDefects(declared: Fields, live: Fields, calls: ExpectedCalls): Defect[] {
  const [wanted, found] = [specOf(declared), specOf(live)];
  const present = objectsIn(found.versions);
  return [
    ...objectsIn(wanted.versions).flatMap((version) => {
      const same = present.find(({ name }) => name === version.name);
      return versionMessages(version, same).map((message) => ({ message, repair: [] }));
    }),
    ...conversionDefects(wanted.conversion, found.conversion, calls),
  ];
}

function specOf({ spec }: Fields): Fields {
  return isJsonObject(spec) ? spec : {};
}

function versionMessages(declared: Fields, live: Fields | undefined): string[] {
  const name = String(declared.name);
  if (live?.served !== true) return declared.served === true ? [`version ${name} is not served`] : [];
  return [
    ...(live.storage === declared.storage ? [] : ['another version is stored than the declared one']),
    ...(isSameJson(undescribed(schemaOf(live)), undescribed(schemaOf(declared)))
      ? []
      : [`the schema of version ${name} is not the declared one`]),
  ];
}

function schemaOf({ schema }: Fields): unknown {
  return isJsonObject(schema) ? schema.openAPIV3Schema : undefined;
}

/** A schema without its descriptions, which validate nothing and are left out where CRDs must be small. */
function undescribed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(undescribed);
  if (!isJsonObject(schema)) return schema;
  return Object.fromEntries(
    Object.entries(schema).flatMap(([key, value]) => {
      if (key === 'description') return [];
      if (key === 'properties' && isJsonObject(value)) {
        return [[key, Object.fromEntries(Object.entries(value).map(([name, each]) => [name, undescribed(each)]))]];
      }
      const isSchema = key === 'items' || key === 'additionalProperties' || key === 'not' || key.endsWith('Of');
      return [[key, isSchema ? undescribed(value) : value]];
    }),
  );
}

function conversionDefects(declared: unknown, live: unknown, calls: ExpectedCalls): Defect[] {
  if (!isJsonObject(declared)) return [];
  const { strategy, webhook } = isJsonObject(live) ? live : {};
  if (strategy !== declared.strategy) {
    return [
      {
        message: 'conversion is not by webhook',
        repair: calls.service === 'own' ? [{ op: 'add', path: '/spec/conversion', value: declared }] : [],
      },
    ];
  }
  if (!isJsonObject(declared.webhook)) return [];
  const place = { path: '/spec/conversion/webhook', title: 'conversion: ', declared: declared.webhook };
  return clientDefects({ ...place, live: isJsonObject(webhook) ? webhook : {} }, calls);
}
