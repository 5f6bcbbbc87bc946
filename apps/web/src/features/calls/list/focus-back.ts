import { useEffect, useEffectEvent, useRef } from 'react'

/**
 * When the call closes with the focus in it, the focus goes to the link that opens it again, or else to where it was
 * before. The drawer cannot restore it, as closing removes the drawer.
 */
export function useFocusBack(href: string): void {
  const before = useRef<Element>(null)
  const goBack = useEffectEvent(() => {
    if (document.activeElement !== document.body) return
    const wanted = new URL(href, location.href).href
    // In the list: the menu's history may lead to the same view.
    const links = document.querySelectorAll<HTMLAnchorElement>('main a[href]')
    const link = [...links].find((each) => each.href === wanted)
    if (link !== undefined) link.focus()
    else if (before.current instanceof HTMLElement) before.current.focus()
  })
  useEffect(() => {
    before.current = document.activeElement
    return () => goBack()
  }, [])
}
