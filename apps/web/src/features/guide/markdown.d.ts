/** Made by guide-plugin.ts. */
declare module '*.md' {
  import type { Picture, Section } from '#web/features/guide/guide-content.ts'
  export const sections: Section[]
  export const pictures: Record<string, Picture>
}
