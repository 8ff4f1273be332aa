import { EvaluationError } from '../expression-error.ts';

/** A right that an expression asks the authorizer about. Absent fields are empty. */
export type CheckedRight =
  | { readonly verb: string; readonly path: string }
  | {
      readonly verb: string;
      readonly group: string;
      readonly resource: string;
      readonly subresource: string;
      readonly namespace: string;
      readonly name: string;
    };

/** The place of the objects that an expression asks about. */
type CheckedObjects = Omit<Extract<CheckedRight, { readonly group: string }>, 'verb'>;

/** A ServiceAccount that an expression asks about in place of the sender of the request. */
export interface CheckedAccount {
  readonly namespace: string;
  readonly name: string;
}

/** The authorizer's decision. */
export interface CheckedDecision {
  readonly isAllowed: boolean;
  readonly reason: string;
}

/** Decides about a right of a ServiceAccount, or of the sender of the request. */
export type DecideRight = (right: CheckedRight, account: CheckedAccount | undefined) => CheckedDecision;

/** The variable `authorizer`, for one user. */
export class RightAuthorizer {
  readonly decide: (right: CheckedRight) => CheckedDecision;
  /** The resource of the request: `authorizer.requestResource`. */
  readonly requestResource: ResourceCheck;
  readonly #decideRight: DecideRight;
  readonly #requested: CheckedObjects;

  constructor(decideRight: DecideRight, requested: CheckedObjects, account?: CheckedAccount) {
    this.#decideRight = decideRight;
    this.#requested = requested;
    this.decide = (right) => decideRight(right, account);
    this.requestResource = new ResourceCheck(this, requested);
  }

  /** Returns the authorizer for a ServiceAccount. */
  forAccount(account: CheckedAccount): RightAuthorizer {
    return new RightAuthorizer(this.#decideRight, this.#requested, account);
  }
}

/** A path that an expression asks the authorizer about. */
export class PathCheck {
  readonly authorizer: RightAuthorizer;
  readonly path: string;

  /** @throws EvaluationError if the path is empty. */
  constructor(authorizer: RightAuthorizer, path: string) {
    if (path.trim() === '') throw new EvaluationError('path must not be empty');
    this.authorizer = authorizer;
    this.path = path;
  }
}

/** A group of resources that an expression asks the authorizer about. */
export class GroupCheck {
  readonly authorizer: RightAuthorizer;
  readonly group: string;

  constructor(authorizer: RightAuthorizer, group: string) {
    this.authorizer = authorizer;
    this.group = group;
  }

  /** Returns a resource of the group. @throws EvaluationError if its name is empty. */
  resource(resource: string): ResourceCheck {
    if (resource.trim() === '') throw new EvaluationError('resource must not be empty');
    const { group } = this;
    return new ResourceCheck(this.authorizer, { group, resource, subresource: '', namespace: '', name: '' });
  }
}

/** Objects that an expression asks the authorizer about. */
export class ResourceCheck {
  readonly authorizer: RightAuthorizer;
  readonly objects: CheckedObjects;

  constructor(authorizer: RightAuthorizer, objects: CheckedObjects) {
    this.authorizer = authorizer;
    this.objects = objects;
  }

  /** Returns a check of fewer or other objects. */
  with(objects: Partial<CheckedObjects>): ResourceCheck {
    return new ResourceCheck(this.authorizer, { ...this.objects, ...objects });
  }
}

/** The authorizer's decision, as a value of an expression. */
export class DecisionValue implements CheckedDecision {
  readonly isAllowed: boolean;
  readonly reason: string;

  constructor({ isAllowed, reason }: CheckedDecision) {
    this.isAllowed = isAllowed;
    this.reason = reason;
  }
}
