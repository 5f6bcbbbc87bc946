import { getSystemSettings, type SystemSettings } from '@callboard/contract/settings'
import { useEffect, useState } from 'react'
import { sendAsNobody } from '#web/lib/api.ts'

const unnamed: Pick<SystemSettings, 'productName' | 'logoUrl'> = { productName: 'Callboard', logoUrl: null }

/** Name and logo of the product; the defaults until they are loaded. */
export function usePublicSettings(): Pick<SystemSettings, 'productName' | 'logoUrl'> {
  const [settings, setSettings] = useState(unnamed)
  useEffect(() => {
    const leaving = new AbortController()
    sendAsNobody(getSystemSettings, {}, leaving.signal).then(setSettings, (error: unknown) => {
      if (!leaving.signal.aborted) console.error('The settings could not be loaded', error)
    })
    return () => leaving.abort()
  }, [])
  return settings
}
