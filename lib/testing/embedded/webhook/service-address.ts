/** A Service that webhooks refer to. */
export interface ServiceName {
  readonly namespace: string;
  readonly name: string;
}

/** A listener on this machine. */
export interface LocalAddress {
  readonly host: string;
  readonly port: number;
}

/** The listeners behind Services: the embedded cluster runs no pods, so programs of this machine stand behind them. */
export class ServiceAddresses {
  readonly #addresses = new Map<string, LocalAddress>();

  find({ namespace, name }: ServiceName): LocalAddress | undefined {
    return this.#addresses.get(`${namespace}/${name}`);
  }

  set({ namespace, name }: ServiceName, address: LocalAddress): void {
    this.#addresses.set(`${namespace}/${name}`, address);
  }
}
