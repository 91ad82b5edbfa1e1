//! Where the hosts of the population are: behind one site, on a port of their own, or nowhere.

use std::collections::{BTreeMap, HashMap};
use std::net::{Ipv4Addr, SocketAddr};
use std::pin::Pin;

use mock_servers::script::{Listen, Script, Tls};
use mock_servers::{Exhibits, Mock, Site};
use rollcall::probe::resolve::{Answer, NoAddress, Resolve};

/// Hosts and what stands behind them.
#[derive(Default)]
pub(super) struct Hosts {
    shared: BTreeMap<String, Script>,
    own: HashMap<String, SocketAddr>,
    mocks: Vec<Mock>,
}

impl Hosts {
    /// A host that does what the script says; its name is `NUMBER.KIND.mock.test`.
    pub(super) async fn add(&mut self, number: usize, kind: &str, script: &Script) -> anyhow::Result<String> {
        let host = format!("{number}.{kind}.mock.test");
        match &script.listen {
            None | Some(Listen::Plain) => {
                self.shared.insert(format!("{number}/{kind}"), script.clone());
            }
            Some(_) => {
                let address = self.own_port(kind, script).await?;
                self.own.insert(host.clone(), address);
            }
        }
        Ok(host)
    }

    /// Hosts of one kind that need a port of their own share it: what is wrong shows before anybody names a host.
    async fn own_port(&mut self, kind: &str, script: &Script) -> anyhow::Result<SocketAddr> {
        let suffix = format!(".{kind}.mock.test");
        if let Some((_, address)) = self.own.iter().find(|(host, _)| host.ends_with(&suffix)) {
            return Ok(*address);
        }
        let mock = Mock::of(script.clone()).over(Listen::Tls(Tls::default())).start().await?;
        let address = mock.address();
        self.mocks.push(mock);
        Ok(address)
    }

    /// Starts the site; the names lead there from now on.
    pub(super) async fn open(self) -> anyhow::Result<Street> {
        let any = SocketAddr::from((Ipv4Addr::LOCALHOST, 0));
        let exhibits = Exhibits { scripts: self.shared, pages: BTreeMap::new() };
        let site = Site::start(any, any, exhibits).await?;
        Ok(Street { site, own: self.own, _mocks: self.mocks })
    }
}

/// The running hosts, and their name service.
pub(super) struct Street {
    site: Site,
    own: HashMap<String, SocketAddr>,
    _mocks: Vec<Mock>,
}

impl Resolve for Street {
    fn resolve<'a>(&'a self, host: &'a str, _: u16) -> Pin<Box<dyn Future<Output = Answer> + Send + 'a>> {
        let answer = match self.own.get(host) {
            Some(address) => Ok(vec![*address]),
            None if host.ends_with(".mock.test") => Ok(vec![self.site.https()]),
            None => Err(NoAddress::NotFound),
        };
        Box::pin(std::future::ready(answer))
    }
}
