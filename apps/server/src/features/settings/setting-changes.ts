import type { Db } from '../../db/tables/schema.ts'
import type { SettingKey } from '../../db/declared-settings.ts'

interface SettingListener {
  /** Called in the transaction that changes the setting. */
  within?: (transaction: Db) => Promise<void>
  /** Called when it has been changed. */
  after?: () => Promise<void> | void
}

/** Tells of changes of settings. Features that do something then say so when they are opened. */
export class SettingChanges {
  readonly #listeners: (SettingListener & { key: SettingKey })[] = []

  on(key: SettingKey, listener: SettingListener): void {
    this.#listeners.push({ ...listener, key })
  }

  async within(transaction: Db, key: SettingKey): Promise<void> {
    for (const listener of this.#of(key)) await listener.within?.(transaction)
  }

  async after(key: SettingKey): Promise<void> {
    for (const listener of this.#of(key)) await listener.after?.()
  }

  #of(key: SettingKey): SettingListener[] {
    return this.#listeners.filter((listener) => listener.key === key)
  }
}
