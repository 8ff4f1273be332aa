import type { Place } from '../content/index.ts';
import type { Rejection } from './rejection.ts';
import { repeatedItems } from './repetition.ts';
import type { RuleSummary } from './rule-summary.ts';
import type { Violation } from './violation.ts';

/** A rule for bundles or for catalogs. Pure; never throws, whatever the content of the files. */
export interface ContentRule<Content> extends RuleSummary {
  readonly check: (content: Content) => Iterable<Violation>;
}

/** Returns one place or several as a list. */
type Places<Content> = (content: Content) => Place | readonly Place[];

/** A rule about single texts. */
interface TextRule<Content> extends RuleSummary {
  /** The places of the texts. Places without a text are skipped: other rules report them. */
  readonly at: Places<Content>;
  readonly isRight: (text: string, content: Content) => boolean;
  /** The rejection of a text. @default the rule's */
  readonly rejectionOf?: (text: string) => Rejection | undefined;
  /** Describes the problem. */
  readonly what: (text: string, content: Content) => string;
  readonly remedy: string | ((text: string, content: Content) => string);
}

/** Returns a rule that reports the texts that aren't right. */
export function textRule<Content>(rule: TextRule<Content>): ContentRule<Content> {
  const { at, isRight, rejectionOf, what, remedy, ...summary } = rule;
  return {
    ...summary,
    *check(content) {
      for (const place of [at(content)].flat()) {
        const { text } = place;
        if (text === undefined || isRight(text, content)) continue;
        const rejection = rejectionOf?.(text);
        yield {
          place,
          ...(rejection !== undefined && { rejection }),
          what: what(text, content),
          remedy: typeof remedy === 'string' ? remedy : remedy(text, content),
        };
      }
    },
  };
}

/** A rule about texts that have to differ from each other. */
interface UniqueTextRule<Content> extends RuleSummary {
  /** The places of the texts, in lists: a text may be in two lists. */
  readonly lists: (content: Content) => Iterable<readonly Place[]>;
  /** Describes the problem. */
  readonly what: (text: string) => string;
  readonly remedy: string;
}

/** Returns a rule that reports each text that is already in its list. Empty texts don't count. */
export function uniqueTextRule<Content>(rule: UniqueTextRule<Content>): ContentRule<Content> {
  const { lists, what, remedy, ...summary } = rule;
  return {
    ...summary,
    *check(content) {
      for (const list of lists(content)) {
        for (const place of repeatedItems(list, ({ text }) => text))
          yield { place, what: what(place.text ?? ''), remedy };
      }
    },
  };
}

/** A rule about texts that may not be missing. */
interface RequiredTextRule<Content> extends RuleSummary {
  readonly at: Places<Content>;
  /** The problem. */
  readonly what: string;
  readonly remedy: string;
}

/** Returns a rule that reports places without a text, or with a blank one. */
export function requiredTextRule<Content>({
  at,
  what,
  remedy,
  ...summary
}: RequiredTextRule<Content>): ContentRule<Content> {
  return {
    ...summary,
    *check(content) {
      for (const place of [at(content)].flat()) if ((place.text ?? '').trim() === '') yield { place, what, remedy };
    },
  };
}
