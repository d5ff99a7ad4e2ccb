import type { TwinName } from './all-twins.ts';
import type { ModeInput } from './mode.ts';
import type { Ledger } from './open-twin.ts';

/** Asks and steers twins that run at an address, in this process or another. */
export function createTwinControl(address: string) {
  async function ask(name: TwinName, what: 'ledger' | 'mode', init: RequestInit = {}): Promise<unknown> {
    const response = await fetch(`${address}/${name}/_twin/${what}`, init);
    const text = await response.text();
    if (!response.ok) throw new Error(`the ${name} twin refused: ${text}`);
    return JSON.parse(text);
  }
  return {
    async ledger(name: TwinName): Promise<Ledger> {
      // The twin writes what its own `Ledger` says.
      return (await ask(name, 'ledger')) as Ledger;
    },
    async clearLedger(name: TwinName): Promise<void> {
      await ask(name, 'ledger', { method: 'DELETE' });
    },
    async setMode(name: TwinName, mode: ModeInput): Promise<void> {
      await ask(name, 'mode', { method: 'PUT', body: JSON.stringify(mode) });
    },
  };
}
