import { createContext, use, useEffect } from 'react'

interface PageTitles {
  productName: string
  /** Name of what the page shows if a link of the menu leads to this view of it. */
  viewName?: string | undefined
  /** Called with the page that is shown, for the shell's history of visited pages. */
  onShown: (title: string) => void
}

export const PageTitleContext = createContext<PageTitles>({
  productName: 'Callboard',
  onShown: () => undefined,
})

/**
 * Reports the page's own title, for the history has each page once, and returns the one to show; pages that are not worth
 * returning to are not reported.
 */
export function usePageTitle(title: string, isWorthReturning = true) {
  const { productName, viewName, onShown } = use(PageTitleContext)
  useEffect(() => {
    if (isWorthReturning) onShown(title)
  }, [title, isWorthReturning, onShown])
  const shown = isWorthReturning ? (viewName ?? title) : title
  return { title: shown, documentTitle: `${shown} · ${productName}` }
}
