import type { Registry } from './operator.ts';

/** A registry of domains below example.com, in memory. */
export class MemoryRegistry implements Registry {
  /** Domain → its target. */
  readonly targets = new Map<string, string>();

  owns(domain: string): boolean {
    return domain.endsWith('.example.com');
  }

  async register(domain: string, target: string): Promise<void> {
    this.targets.set(domain, target);
  }

  async release(domain: string): Promise<void> {
    this.targets.delete(domain);
  }
}
