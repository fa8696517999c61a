import { Component, type ReactNode } from 'react';

interface ErrorBoundaryProps {
  /** A change of the path tries again. */
  path: string;
  fallback: ReactNode;
  children: ReactNode;
}

/** Stands inside the layout, so that a broken page never takes the menu along. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { brokenPath: string | null }> {
  override state: { brokenPath: string | null } = { brokenPath: null };

  static getDerivedStateFromError() {
    return { brokenPath: location.pathname };
  }

  override componentDidUpdate() {
    if (this.state.brokenPath && this.state.brokenPath !== this.props.path) this.setState({ brokenPath: null });
  }

  override render() {
    return this.state.brokenPath === this.props.path ? this.props.fallback : this.props.children;
  }
}
