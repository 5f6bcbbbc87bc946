import { createContext, use, useEffect } from 'react'

interface PageTitles {
  productName: string
  /** Called with the page that is shown, for the shell's history of visited pages. */
  onShown: (title: string) => void
}

export const PageTitleContext = createContext<PageTitles>({
  productName: 'Callboard',
  onShown: () => undefined,
})

/** Reports the page's title and returns the document's; pages that are not worth returning to are not reported. */
export function usePageTitle(title: string, isWorthReturning = true): string {
  const { productName, onShown } = use(PageTitleContext)
  useEffect(() => {
    if (isWorthReturning) onShown(title)
  }, [title, isWorthReturning, onShown])
  return `${title} · ${productName}`
}
