import { createPrivateKey, type KeyObject } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { StartError } from '../files/data-dir.ts'

export interface DkimSettings {
  keyPath: string
  domain: string
  selector: string
}

/** What mails are signed with, so that their readers know them for the domain's own. */
export interface DkimKey {
  domain: string
  selector: string
  /** As PEM. */
  key: string
}

/** Throws a `StartError` when the file holds no key that mails can be signed with. */
export function readDkimKey({ keyPath, domain, selector }: DkimSettings): DkimKey {
  const key = readKey(keyPath)
  // Of keys that are shorter, or not RSA, few mail servers know anything.
  if (key.asymmetricKeyType !== 'rsa' || (key.asymmetricKeyDetails?.modulusLength ?? 0) < 1024)
    throw new StartError(`DKIM_KEY ${keyPath} is no RSA key of 1024 bits or more.`)
  return { domain, selector, key: String(key.export({ type: 'pkcs8', format: 'pem' })) }
}

function readKey(path: string): KeyObject {
  let text
  try {
    text = readFileSync(path)
  } catch (cause) {
    throw new StartError(`DKIM_KEY ${path} cannot be read.`, { cause })
  }
  try {
    return createPrivateKey(text)
  } catch (cause) {
    throw new StartError(`DKIM_KEY ${path} holds no private key without a password, as PEM.`, { cause })
  }
}
