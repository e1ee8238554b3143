/** The part of autocannon that the benchmark uses. The package has no types. */
declare module 'autocannon' {
  type Options = {
    url: string
    connections: number
    /** seconds */
    duration: number
    requests: { method: 'GET' | 'POST'; path: string }[]
  }
  type Result = { '2xx': number; non2xx: number; errors: number; requests: { average: number } }
  export default function autocannon(options: Options): Promise<Result>
}
