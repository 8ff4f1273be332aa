// Written by `operand import`: the modules of elasticsearch.k8s.elastic.co/v1beta1. Don't edit it: import it again.

export {
  Elasticsearch,
  type ElasticsearchProps,
  type ElasticsearchSpec,
  type ElasticsearchStatus,
} from './elasticsearch.ts';
