import { isSameKind, isSameView, type Kind, type KindView } from '../../api/index.ts';
import { type FieldSelector, formatFieldSelector } from '../selector/field-selector.ts';
import { formatLabelSelector, type LabelSelector } from '../selector/label-selector.ts';

/** How a controller follows a kind. */
export interface FollowedKind {
  readonly kind: Kind;
  /** What is seen of each object. @default the whole object */
  readonly view?: KindView | undefined;
  /** @default all objects */
  readonly labelSelector?: LabelSelector | undefined;
  /** @default all objects */
  readonly fieldSelector?: FieldSelector | undefined;
}

/** Each kind once, as it is first mentioned. */
export function followedKinds(mentioned: readonly FollowedKind[]): FollowedKind[] {
  return mentioned.filter(
    (followed, index) => mentioned.findIndex((other) => isSameKind(other.kind, followed.kind)) === index,
  );
}

/** Whether two mentions mean the same objects, and the same of each. */
export function isSameFollowing(one: FollowedKind, other: FollowedKind): boolean {
  return (
    isSameKind(one.kind, other.kind) &&
    isSameView(one.view, other.view) &&
    formatLabelSelector(one.labelSelector ?? {}) === formatLabelSelector(other.labelSelector ?? {}) &&
    formatFieldSelector(one.fieldSelector ?? {}) === formatFieldSelector(other.fieldSelector ?? {})
  );
}

/** Why a controller can't follow its kinds as it mentions them, one sentence each with its remedy. */
export function followingFindings(mentioned: readonly FollowedKind[]): string[] {
  return followedKinds(mentioned).flatMap((first) => {
    const others = mentioned.filter(({ kind }) => isSameKind(kind, first.kind));
    if (others.every((other) => isSameFollowing(first, other))) return [];
    return [
      `${first.kind.kind} is followed in two ways: mention it with the same view and selectors everywhere, and leave out in \`map\` what isn't meant`,
    ];
  });
}
