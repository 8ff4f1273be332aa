/** The fields of an object, as kubectl prints it, that the tree shows. */
export interface TreeObject {
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly uid: string;
    readonly ownerReferences?: readonly { readonly uid: string }[];
  };
  readonly spec?: { readonly replicas?: number };
  readonly status?: {
    readonly phase?: string;
    readonly readyReplicas?: number;
    readonly nodes?: readonly string[];
    readonly conditions?: readonly { readonly type: string; readonly status: string; readonly message?: string }[];
  };
}

/** Returns objects below their owners, a line each: `Kind/name`, readiness, and progress. */
export function objectTree(objects: readonly TreeObject[]): string[] {
  const uids = new Set(objects.map(({ metadata }) => metadata.uid));
  const roots = objects.filter(({ metadata }) => !(metadata.ownerReferences ?? []).some(({ uid }) => uids.has(uid)));
  return roots.flatMap((root) => branch(root, objects, '', ''));
}

function branch(object: TreeObject, all: readonly TreeObject[], first: string, rest: string): string[] {
  const children = all.filter(({ metadata }) =>
    metadata.ownerReferences?.some(({ uid }) => uid === object.metadata.uid),
  );
  const title = `${first}${object.kind}/${object.metadata.name}`;
  return [
    `${isReady(object) ? '●' : '○'} ${title.padEnd(56)} ${progress(object)}`,
    ...children.flatMap((child, index) => {
      const isLast = index === children.length - 1;
      return branch(child, all, `${rest}${isLast ? '└─ ' : '├─ '}`, `${rest}${isLast ? '   ' : '│  '}`);
    }),
  ];
}

/** Returns true if an object has reached its spec. */
export function isReady({ spec, status }: TreeObject): boolean {
  const ready = status?.conditions?.find(({ type }) => type === 'Ready');
  if (ready !== undefined) return ready.status === 'True';
  return spec?.replicas !== undefined && (status?.readyReplicas ?? 0) >= spec.replicas;
}

function progress({ kind, spec, status }: TreeObject): string {
  if (kind === 'Pod') return status?.phase ?? '';
  if (spec?.replicas !== undefined) return `${status?.readyReplicas ?? 0} of ${spec.replicas} ready`;
  return status?.conditions?.find(({ type }) => type === 'Ready')?.message ?? 'no status yet';
}
