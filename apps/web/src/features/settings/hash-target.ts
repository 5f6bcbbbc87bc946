import { useEffect } from 'react'
import { useLocation } from 'react-router'

/**
 * Brings what the hash of the address names into view, whenever somebody goes there: a section, or a single setting, which
 * gets the focus.
 */
export function useHashTarget(): void {
  const location = useLocation()
  useEffect(() => {
    const id = location.hash.slice(1)
    if (id === '') return
    const field = document.getElementById(`settings_${id}`)
    document.getElementById(id)?.scrollIntoView({ block: 'start' })
    field?.scrollIntoView({ block: 'center' })
    field?.focus({ preventScroll: true })
  }, [location])
}
