import { matchRoutes } from 'react-router'
import { pageRoutes } from '#web/app/routes.tsx'
import { preload } from '#web/lib/lazy-export.ts'

const routes = pageRoutes.map(({ path, page }) => ({ path, page }))

/** Loads the code of a page as soon as a link to it is pointed at or gets the focus: what nobody is about to open is not fetched. */
export function preloadLinkedPages(): () => void {
  const onIntent = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest('a') : null
    if (link !== null && link.origin === location.origin) void preloadPage(link.pathname)
  }
  document.addEventListener('pointerover', onIntent, { passive: true })
  document.addEventListener('focusin', onIntent)
  return () => {
    document.removeEventListener('pointerover', onIntent)
    document.removeEventListener('focusin', onIntent)
  }
}

/** Loads the code of the page at an address. */
export async function preloadPage(pathname: string): Promise<void> {
  const page = matchRoutes(routes, pathname)?.at(-1)?.route.page
  if (page !== undefined) await preload(page)
}
