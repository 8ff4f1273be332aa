import type { OpenApiSchema } from '../open-api-schema.ts';

/** A part of Kubernetes' CEL that only the API server evaluates, and the reason. */
export interface UnevaluableForm {
  /** The function or form, as authors write it. */
  readonly form: string;
  readonly reason: string;
  /** A rule that uses it. */
  readonly example: string;
  /** The schema of the rule's value, and a value of it. @default the string `a` */
  readonly of?: { readonly schema: OpenApiSchema; readonly value: string | number };
}

/**
 * All functions and forms of Kubernetes' CEL that are not evaluated here. The API server evaluates a rule that needs
 * one, unless the rest of the rule decides it.
 */
export const unevaluableForms: readonly UnevaluableForm[] = [
  {
    form: '<string>.format(<list>)',
    reason: 'texts of numbers, times and maps differ in detail',
    example: '"%s".format([self]) == "a"',
  },
  { form: 'strings.quote(<string>)', reason: 'it is of little use in rules', example: 'strings.quote(self) == "a"' },
  { form: 'uint(…), 1u', reason: 'no schema has unsigned integers', example: 'uint(size(self)) == uint(1)' },
  { form: '<list>.sortBy(x, …)', reason: 'it is rare', example: '[self].sortBy(x, size(x)) == [self]' },
  {
    form: '<list or map>.transformMapEntry(k, v, …)',
    reason: 'it is rare',
    example: '[self].transformMapEntry(i, v, {v: i}) == {self: 0}',
  },
  {
    form: 'optional.unwrap(<list>), <list>.unwrapOpt()',
    reason: 'they are rare',
    example: '[optional.of(self)].unwrapOpt() == [self]',
  },
  {
    form: '[?x], {?key: value}',
    reason: 'the parser does not know optional entries of lists and maps',
    example: '[?optional.of(self)] == [self]',
  },
  {
    form: 'TypeName{…}, .name, `name`',
    reason: 'the parser does not know messages, absolute names and quoted field names',
    example: '.self == "a"',
  },
  {
    form: 'google.protobuf.…, net.…, kubernetes.… as types',
    reason: 'names of types with dots are not resolved',
    example: 'type(timestamp("2024-01-01T00:00:00Z")) == google.protobuf.Timestamp',
  },
  {
    form: '<timestamp>.get…(<name of a time zone>)',
    reason: 'the database of time zones is not the one of the API server; offsets such as +02:00 are evaluated',
    example: 'timestamp("2024-01-01T00:00:00Z").getHours("Europe/Berlin") == 1',
  },
  {
    form: 'timestamp(<string>) with an hour of one digit, a comma, or an offset of 24 hours or 60 minutes',
    reason: 'RFC 3339 has no such times, and releases of Go accept them',
    example: 'timestamp("2024-01-01T1:00:00Z").getHours() == 1 && self != ""',
  },
  {
    form: 'semver(<string>, true), isSemver(<string>, true)',
    reason: 'the API server decides how invalid versions are normalized',
    example: 'isSemver(self, true)',
  },
  {
    form: 'url(…), isURL(…), format.uri() of URLs with escapes, user names, or other than plain characters',
    reason: 'Go and JavaScript take such URLs apart differently',
    example: 'isURL("https://example.com/%zz" + self)',
  },
  {
    form: '<quantity>.asApproximateFloat()',
    reason: 'the last digits depend on the way of calculation',
    example: 'quantity("1").asApproximateFloat() == 1.0',
  },
  {
    form: 'the texts in format.…().validate(…).value()',
    reason: 'they are those of the API server’s release; hasValue() is evaluated',
    example: 'format.dns1123Label().validate("_" + self).value()[0] == "a"',
  },
  {
    form: 'integers beyond ±(2^53 − 1) in values',
    reason: 'JavaScript reads them from JSON as other integers',
    example: 'self > 1',
    of: { schema: { type: 'integer' }, value: 2 ** 60 },
  },
  {
    form: 'double(<string>) of infinities, and of texts with x or _',
    reason: 'they have notations that are Go’s own',
    example: 'double("0x" + self) == 10.0',
  },
  {
    form: 'quantity(<string>) with exponents beyond ±1000',
    reason: 'no amount has so many digits',
    example: 'quantity("1e2000").isInteger() && self != ""',
  },
  {
    form: 'quantity(<string>) of more than 1000 digits',
    reason: 'no amount has so many',
    example: 'quantity(self).isInteger()',
    of: { schema: { type: 'string' }, value: '9'.repeat(1001) },
  },
  {
    form: '<string>.matches(<string>), find, findAll with patterns of more than 1000 characters',
    reason: 'it takes long to compile them',
    example: '"a".matches(self)',
    of: { schema: { type: 'string' }, value: 'a'.repeat(1001) },
  },
  {
    form: 'rules that cost more than the API server allows, or take more than 250,000 steps here',
    reason: 'a value must not keep the process from everything else',
    example: 'lists.range(self).size() > 0',
    of: { schema: { type: 'integer' }, value: 10_000_000 },
  },
  {
    form: 'semver(<string>), isSemver(<string>) with numbers beyond 64 bits',
    reason: 'no version has them',
    example: 'isSemver("18446744073709551616.0.0") && self != ""',
  },
  {
    form: 'format.byte() of nothing, format.datetime() of times in other notations than RFC 3339’s usual one',
    reason: 'the API server’s release decides if these are of the format',
    example: '!format.datetime().validate("2024-01-01t00:00:00z").hasValue() && self != ""',
  },
];

/**
 * The names of unevaluable functions, for their message. Together with the function table they are all functions of
 * Kubernetes, up to 1.36.
 */
export const unevaluableFunctions: ReadonlySet<string> = new Set([
  'asApproximateFloat',
  'format',
  'optional.unwrap',
  'sortBy',
  'strings.quote',
  'transformMapEntry',
  'uint',
  'unwrapOpt',
]);
