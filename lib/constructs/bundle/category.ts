/** The categories that all catalogs know. */
export const categories = [
  'AI/Machine Learning',
  'Application Runtime',
  'Big Data',
  'Cloud Provider',
  'Database',
  'Developer Tools',
  'Integration & Delivery',
  'Logging & Tracing',
  'Modernization & Migration',
  'Monitoring',
  'Networking',
  'OpenShift Optional',
  'Security',
  'Storage',
  'Streaming & Messaging',
] as const;

/**
 * The categories that some catalogs know and others refuse: category → catalogs that refuse it.
 *
 * @see
 *   https://github.com/redhat-openshift-ecosystem/operator-pipelines/blob/main/operator-pipeline-images/operatorcert/static_tests/community/validations.py
 */
export const disputedCategories = {
  Observability: 'the public catalogs',
  'Drivers and plugins': 'operator-sdk',
} as const;

/** A category of an operator in catalogs. */
export type Category = (typeof categories)[number] | keyof typeof disputedCategories;
