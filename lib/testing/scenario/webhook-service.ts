// In: the managers of an operator with webhooks. Out: the way of the API server's calls through the Service to one of the managers, and the
// moment from which they arrive: servers and certificates take real time. Created by a simulation.

import { isJsonObject, type JsonObject } from '../../api/index.ts';
import { systemClock, untilAborted, whenAborted } from '../../clock/index.ts';
import type { Operator } from '../../constructs/index.ts';
import { isJsonList } from '../../schema/index.ts';
import type { LogFields, Logger } from '../../telemetry/index.ts';
import type { EmbeddedCluster } from '../embedded/embedded-cluster.ts';

/** The longest real time until calls arrive at a manager. */
const longestMs = 20_000;

const serverName = 'webhook server';

/** The address of all managers: the API server calls this very process. */
export const webhookHost = '127.0.0.1';

/** The webhook server of a manager, as its log describes it. */
interface ManagerServer {
  port: number | undefined;
  isCertified: boolean;
}

/** The Service of an operator's webhooks. It leads to the newest manager that serves them; if none does, to the last one that did. */
export class WebhookService {
  readonly #cluster: EmbeddedCluster;
  readonly #operator: Operator;
  /** In the order of their starts. */
  readonly #servers = new Set<ManagerServer>();
  readonly #waiting = new Set<() => void>();

  constructor(cluster: EmbeddedCluster, operator: Operator) {
    this.#cluster = cluster;
    this.#operator = operator;
    cluster.state.store.subscribeAll(() => this.#look());
  }

  /**
   * Adds a manager before it starts.
   *
   * @returns a logger for the manager, and the function that resolves when calls arrive at it, or when it ends.
   */
  add(logger: Logger): { readonly logger: Logger; readonly reachable: (ended: AbortSignal) => Promise<void> } {
    const server: ManagerServer = { port: undefined, isCertified: false };
    this.#servers.add(server);
    return {
      logger: observedLogger(logger, (fields) => {
        if (fields.server !== serverName) return;
        if (typeof fields.port === 'number') server.port = fields.port;
        if (fields.expiresAt !== undefined) server.isCertified = true;
        this.#lead();
      }),
      reachable: async (ended) => {
        const leave = () => {
          this.#servers.delete(server);
          this.#lead();
        };
        void whenAborted(ended).then(leave);
        await this.#untilReachable(server, ended);
      },
    };
  }

  /** @throws Error if that takes too long. */
  async #untilReachable(server: ManagerServer, ended: AbortSignal): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const look = () => {
      if (isServing(server) && this.#isRegistered) resolve();
    };
    const patience = systemClock.timer(longestMs, () =>
      reject(new Error(`the webhooks of ${this.#operator.name} can't be called after ${longestMs / 1000} seconds`)),
    );
    this.#waiting.add(look);
    look();
    try {
      await untilAborted(promise, ended);
    } finally {
      patience.cancel();
      this.#waiting.delete(look);
    }
  }

  #lead(): void {
    const port = [...this.#servers].findLast(isServing)?.port;
    const { namespace, webhooks } = this.#operator;
    if (port !== undefined) {
      this.#cluster.reachService({ namespace, name: webhooks.service }, { host: webhookHost, port });
    }
    this.#look();
  }

  #look(): void {
    for (const look of this.#waiting) look();
  }

  /** True if the API server trusts the certificates of all webhooks. */
  get #isRegistered(): boolean {
    const { registry, store } = this.#cluster.state;
    const configs = this.#operator.installed.flatMap(({ kind, key }) => {
      const type = registry.find(kind.group, kind.version, kind.plural);
      const object = type && store.get(type.collection, key.name);
      return object === undefined ? [] : clientConfigs(object);
    });
    return configs.every(({ caBundle }) => caBundle !== undefined);
  }
}

function isServing({ port, isCertified }: ManagerServer): boolean {
  return port !== undefined && isCertified;
}

/** Returns a logger that passes the fields of its `info` lines on as well. */
function observedLogger(logger: Logger, observe: (fields: LogFields) => void): Logger {
  return {
    ...logger,
    info: (message, fields = {}) => {
      logger.info(message, fields);
      observe(fields);
    },
    with: (bound) => observedLogger(logger.with(bound), observe),
  };
}

function clientConfigs({ webhooks, spec }: JsonObject): readonly JsonObject[] {
  const conversion = isJsonObject(spec) && isJsonObject(spec.conversion) ? spec.conversion.webhook : undefined;
  return [...(isJsonList(webhooks) ? webhooks : []), conversion]
    .filter(isJsonObject)
    .map(({ clientConfig }) => clientConfig)
    .filter(isJsonObject);
}
