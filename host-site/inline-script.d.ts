declare module 'virtual:start/*' {
  const code: string;
  export default code;
}
