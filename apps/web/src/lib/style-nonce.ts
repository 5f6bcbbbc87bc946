const htmlNamespace = 'http://www.w3.org/1999/xhtml'

/** The nonce that the server generated for this page. */
export const styleNonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce

/**
 * Ant Design measures scroll bars and locks scrolling by style elements that carry no nonce, whatever
 * `ConfigProvider csp` says. Each style element that a script of ours creates gets it; markup made from text does not.
 */
export function giveStylesTheirNonce(): void {
  if (styleNonce === undefined) return
  Object.assign(document, {
    createElement: (name: string, options?: ElementCreationOptions) => {
      const element = document.createElementNS(htmlNamespace, name.toLowerCase(), options)
      if (element instanceof HTMLStyleElement) element.nonce = styleNonce
      return element
    },
  })
}
