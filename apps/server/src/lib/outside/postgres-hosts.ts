const parts = /^(?<scheme>postgres(?:ql)?:\/\/)(?<user>(?:[^/?#]*@)?)(?<hosts>[^/?#@]*)(?<rest>.*)$/s

/**
 * An address for each server that DATABASE_URL names, as `postgres://user:password@db1,db2:5433/callboard` does, in the notation
 * of libpq. Undefined when it is not one.
 */
export function readPostgresUrls(text: string): string[] | undefined {
  const { scheme = '', user = '', hosts = '', rest = '' } = parts.exec(text)?.groups ?? {}
  const urls = hosts.split(',').map((host) => `${scheme}${user}${host}${rest}`)
  const isList = urls.length > 1
  return urls.every((url) => URL.canParse(url) && (!isList || new URL(url).hostname !== ''))
    ? urls
    : undefined
}

/** The servers of one database, of which one can be written to at a time. */
export class PostgresHosts {
  readonly #urls: readonly string[]
  #at = 0

  constructor(text: string) {
    this.#urls = readPostgresUrls(text) ?? [text]
  }

  get count(): number {
    return this.#urls.length
  }

  /** Of the one that is to be asked. */
  get url(): string {
    return this.#urls[this.#at % this.count] ?? ''
  }

  /** The one at `url` does not do: the next one is asked, unless that has been said of it before. */
  moveOn(url: string): void {
    if (url === this.url) this.#at += 1
  }
}
