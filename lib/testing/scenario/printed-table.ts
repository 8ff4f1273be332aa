// In: a client's transport, and a kind. Out: the table that the API server answers with, as lines. Called by the world of a scenario.

import { isJsonObject, type JsonValue, type Kind } from '../../api/index.ts';
import { collectionPath, type Transport } from '../../client/index.ts';
import { isJsonList } from '../../schema/index.ts';

/** The space between two columns. */
const gap = 3;

/** Returns all objects of a kind in the columns of `kubectl get --all-namespaces`, those of `--output wide` left out. */
export async function printedTable(transport: Transport, kind: Kind): Promise<string> {
  const table = await transport.send({
    call: { verb: 'list', kind },
    method: 'GET',
    path: collectionPath(kind),
    accept: 'application/json;as=Table;g=meta.k8s.io;v=v1',
  });
  const { columnDefinitions, rows } = isJsonObject(table) ? table : {};
  const columns = objectsIn(columnDefinitions).map(({ name, priority }) => ({
    name: text(name),
    isWide: priority !== 0,
  }));
  const lines = [
    [{ metadata: { namespace: 'NAMESPACE' } }, columns.map(({ name }) => name.toUpperCase())] as const,
    ...objectsIn(rows).map(({ object, cells }) => [object, isJsonList(cells) ? cells : []] as const),
  ].map(([object, cells]) => [
    ...(kind.scope === 'Namespaced' ? [namespaceOf(object)] : []),
    ...cells.filter((_, index) => columns[index]?.isWide === false).map(text),
  ]);
  const widths = (lines[0] ?? []).map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)) + gap);
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('')
        .trimEnd(),
    )
    .join('\n');
}

function objectsIn(value: JsonValue | undefined) {
  return isJsonList(value) ? value.filter(isJsonObject) : [];
}

function namespaceOf(object: JsonValue | undefined): string {
  const metadata = isJsonObject(object) ? object.metadata : undefined;
  return isJsonObject(metadata) ? text(metadata.namespace) : '';
}

function text(cell: JsonValue | undefined): string {
  if (cell === null || cell === undefined) return '';
  return typeof cell === 'object' ? JSON.stringify(cell) : String(cell);
}
