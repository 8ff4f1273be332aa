import type { Place } from '../content/index.ts';
import { repeatedItems } from './repetition.ts';
import type { RuleSummary } from './rule-summary.ts';
import type { Violation } from './violation.ts';

/** A rule for bundles or for catalogs. Pure; never throws, whatever the content of the files. */
export interface ContentRule<Content> extends RuleSummary {
  readonly check: (content: Content) => Iterable<Violation>;
}

/** A rule about single places, or about the texts at them. */
interface SubjectRule<Subject, Content> extends RuleSummary {
  readonly at: (content: Content) => Place | readonly Place[];
  readonly isRight: (subject: Subject, content: Content) => boolean;
  /** The tools that reject it. @default the rule's */
  readonly rating?: (subject: Subject, content: Content) => Pick<Violation, 'severity' | 'rejection' | 'strict'>;
  /** Describes the problem. */
  readonly what: string | ((subject: Subject, content: Content) => string);
  readonly remedy: string | ((subject: Subject, content: Content) => string);
}

/** Returns a rule that reports the places that aren't right. */
export function placeRule<Content>(rule: SubjectRule<Place, Content>): ContentRule<Content> {
  return subjectRule(rule, (place) => place);
}

/** Returns a rule that reports the texts that aren't right. Skips places without a text: other rules report them. */
export function textRule<Content>(rule: SubjectRule<string, Content>): ContentRule<Content> {
  return subjectRule(rule, ({ text }) => text);
}

function subjectRule<Subject, Content>(
  { at, isRight, rating, what, remedy, ...summary }: SubjectRule<Subject, Content>,
  subjectOf: (place: Place) => Subject | undefined,
): ContentRule<Content> {
  return {
    ...summary,
    *check(content) {
      for (const place of [at(content)].flat()) {
        const subject = subjectOf(place);
        if (subject === undefined || isRight(subject, content)) continue;
        yield {
          place,
          ...rating?.(subject, content),
          what: typeof what === 'string' ? what : what(subject, content),
          remedy: typeof remedy === 'string' ? remedy : remedy(subject, content),
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

/** Returns a rule that reports places without a text, or with a blank one. */
export function requiredTextRule<Content>(rule: Omit<SubjectRule<Place, Content>, 'isRight'>): ContentRule<Content> {
  return placeRule({ ...rule, isRight: ({ text = '' }) => text.trim() !== '' });
}
