import { useEffect, useState } from 'react'
import { loadPublicSettings, type PublicSettings } from '#web/features/sign-in/requests.ts'

const unnamed: PublicSettings = { productName: 'Callboard', logoUrl: null }

/** Name and logo of the product; the defaults until they are loaded. */
export function usePublicSettings(): PublicSettings {
  const [settings, setSettings] = useState(unnamed)
  useEffect(() => {
    const leaving = new AbortController()
    loadPublicSettings(leaving.signal).then(setSettings, (error: unknown) => {
      if (!leaving.signal.aborted) console.error('The settings could not be loaded', error)
    })
    return () => leaving.abort()
  }, [])
  return settings
}
