/*
 * What is convenient to find again in this browser. One that is full, or told to keep nothing, keeps nothing, and nothing
 * else fails by it.
 */

export function readStoredText(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

export function storeText(key: string, text: string): void {
  try {
    localStorage.setItem(key, text)
  } catch {
    console.warn('The browser keeps nothing more', key)
  }
}
