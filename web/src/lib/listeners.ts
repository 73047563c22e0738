/** Those who want to know when a value that lives outside of React has changed. */
export class Listeners {
  readonly #all = new Set<() => void>();

  get isEmpty(): boolean {
    return this.#all.size === 0;
  }

  tell(): void {
    for (const listener of this.#all) listener();
  }

  /** In the form that `useSyncExternalStore` takes: it returns what ends it. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#all.add(listener);
    return () => this.#all.delete(listener);
  };
}
