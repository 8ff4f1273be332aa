// Written by `operand import`: the modules of monitoring.coreos.com/v1alpha1. Don't edit it: import it again.

export {
  ScrapeConfig,
  type ScrapeConfigProps,
  type ScrapeConfigSpec,
} from './scrape-config.ts';
