import { expect, type Locator, type Page } from '@playwright/test'

const mostStops = 120

/** Goes there by Tab, or by Shift+Tab, as somebody without a mouse does, who sees at each stop where the focus is. */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(target).toBeAttached()
  for (let stops = 0; stops < mostStops; stops++) {
    await page.keyboard.press(key)
    expect(await page.evaluate(stopWithoutFocusRing)).toBe('')
    if (await target.evaluate((element) => element === document.activeElement)) return
  }
  throw new Error(`${key} does not lead to ${target.toString()}`)
}

/** The element that has the focus and does not show it: by an outline or a shadow, its own or of what it fills. */
function stopWithoutFocusRing(): string {
  const stop = document.activeElement
  // At its end the document hands the focus to the browser's own controls.
  if (stop === null || stop === document.body) return ''
  const around = [stop, stop.parentElement, stop.parentElement?.parentElement].concat(
    stop.closest('.ant-select'),
  )
  const isSeen = around.some((element) => {
    if (!(element instanceof Element)) return false
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element)
    return (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0) || boxShadow !== 'none'
  })
  return isSeen ? '' : stop.outerHTML.slice(0, 300)
}
