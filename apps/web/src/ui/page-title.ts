import { createContext, use, useEffect } from 'react'

interface PageTitles {
  productName: string
  /** Hears which page is shown; the shell keeps the history of visited pages by it. */
  onShown: (title: string) => void
}

export const PageTitleContext = createContext<PageTitles>({
  productName: 'Callboard',
  onShown: () => undefined,
})

/** Reports the page's title and answers with the document's; what is no page to come back to is not reported. */
export function usePageTitle(title: string, isWorthReturning = true): string {
  const { productName, onShown } = use(PageTitleContext)
  useEffect(() => {
    if (isWorthReturning) onShown(title)
  }, [title, isWorthReturning, onShown])
  return `${title} · ${productName}`
}
