import type { OutsideRules } from '../../../lib/outside/outside-file.ts'

export type OriginRules = Pick<OutsideRules, 'hosts' | 'keys' | 'tokens' | 'isAddressInJson'>

/** How a customer's recording at an address is asked for; undefined for an address that it does not know. */
type Origin = (customerId: string, url: URL) => Promise<OriginRules | undefined>

/** Who knows from where recordings are fetched, and with which keys, beside the settings. */
export class RecordingOrigins {
  readonly #origins: Origin[] = []

  add(origin: Origin): void {
    this.#origins.push(origin)
  }

  async find(customerId: string, url: URL): Promise<OriginRules | undefined> {
    for (const origin of this.#origins) {
      const rules = await origin(customerId, url)
      if (rules !== undefined) return rules
    }
    return undefined
  }
}
