import { pick, type Random } from './random.ts'

const firstNames =
  'Ada Aiko Alma Amir Anton Beatriz Bela Bruno Camille Carlos Chidi Clara Dana Dario Devi Edith Elias Emeka Esther Farid Fiona Gemma Goran Grace Hana Hector Ida Imran Ines Ivan Jada Jonas Julia Kai Kavya Lars Leila Lena Luis Mara Marek Mei Milo Nadia Noor Nora Omar Oscar Petra Priya Quinn Rafael Rosa Ruben Sade Samir Selma Silas Tara Theo Uma Vera Viktor Wanda Xenia Yara Yusuf Zoe'.split(
    ' ',
  )
const lastNames =
  'Abara Aldous Almeida Anders Barlow Basri Bellamy Brandt Calloway Castellan Chandra Corwin Dalca Delacroix Dunmore Eklund Ellery Farrow Fenwick Galvez Garrick Halloran Hartwell Iverson Jansky Jericho Kessler Kimura Kovac Lachance Larkin Lindqvist Lockhart Maddox Marchetti Merriweather Moreno Nakamura Novak Okafor Orsini Osgood Pascual Pemberton Quill Ramires Renshaw Rosen Sandoval Sorensen Stroud Tanaka Thackeray Ueda Vance Varga Vasquez Wakefield Westbrook Whitlock Yamada Yates Zamora Zeller'.split(
    ' ',
  )

/** Of nobody in particular. */
export function fullName(random: Random): string {
  return `${pick(random, firstNames)} ${pick(random, lastNames)}`
}
